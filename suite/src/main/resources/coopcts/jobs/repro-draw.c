//: draw
        vkCmdDraw(commands, ${VERTICES}, 1, 0, 0);
