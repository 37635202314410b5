package coopcts.cases;

import coopcts.program.Program;
import java.util.List;

/** A case made concrete: one program, run once for each subcase. */
public record Plan(Program program, List<Subcase> subcases) {}
