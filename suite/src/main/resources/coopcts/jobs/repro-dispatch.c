//: record
        vkCmdDispatch(commands, ${GROUPS});
