//: draw
        PFN_vkCmdDrawMeshTasksEXT draw = (PFN_vkCmdDrawMeshTasksEXT) vkGetDeviceProcAddr(device, "vkCmdDrawMeshTasksEXT");
        draw(commands, ${GROUPS});
