// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.numbers.LittleEndian;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import coopcts.spirv.Compiler.Optimization;
import coopcts.spirv.ModuleEdit;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import coopcts.spirv.writer.SpirvWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * Makes SPIR-V modules of GLSL: of shaders through a cache, changed as they ask; of compile rules
 * afresh each time. For one thread; it must be closed.
 */
public final class Translator implements AutoCloseable {

  /** An edit that went wrong: what it leaves is rejected, but not for the rule's sake. */
  private static final Pattern BROKEN =
      Pattern.compile("has not been defined|defined more than once");

  /** Where the version stands in a module. */
  private static final int VERSION = 4;

  /** The oldest minor version of SPIR-V that the front end makes modules with matrices of. */
  private static final int OLDEST = 3;

  private final SpirvCache cache;
  private Compiler compiler;
  private SpirvTools tools;

  /**
   * Makes modules through a cache, whose options hold for all shaders: an optimization for those
   * that do not ask for one.
   *
   * @param cache of modules; it stays the caller's, to be closed behind this object
   */
  public Translator(SpirvCache cache) {
    this.cache = cache;
  }

  private SpirvTools tools() {
    if (tools == null) {
      tools = new SpirvTools();
    }
    return tools;
  }

  /**
   * The module of a shader, compiled or written, optimized and changed as the shader, its target
   * and the cache ask.
   *
   * @param shader source and target
   * @return the words of the module, little-endian
   * @throws CompileException if the compiler rejects it, the changed module is not valid, or the
   *     cache's options name another writer, which does not write it
   */
  public byte[] spirv(Shader shader) throws CompileException {
    Optional<String> unwritten = unwritten(shader);
    if (unwritten.isPresent()) {
      throw new CompileException(unwritten.get());
    }
    byte[] spirv = plain(cache.options().writer().map(shader::by).orElseGet(shader::made));
    return switch (shader.target().way()) {
      case NV_COOPERATIVE_MATRIX ->
          shader.writer() == ModuleWriter.SPIRV ? spirv : valid(NvMatrices.in(spirv), "former");
      case MAINTENANCE1 -> StandIns.in(valid(spirv, "plain"));
      default -> spirv;
    };
  }

  /**
   * {@return why no module of a shader is made where the cache's options name a writer, in words}
   *
   * @param shader source and target
   */
  public Optional<String> unwritten(Shader shader) {
    return cache.options().writer().flatMap(shader::unwritten);
  }

  /** The module before what changes modules. */
  private byte[] plain(Shader shader) throws CompileException {
    Shader.Target target = shader.target();
    return switch (shader.writer()) {
      case GLSL ->
          cache.compile(shader.glsl(), target.stage(), target.minor(), optimization(shader));
      case SPIRV ->
          valid(
              SpirvWriter.write(
                  shader.origin().program().orElseThrow(),
                  target.minor(),
                  shader.origin().options()),
              "written");
    };
  }

  private byte[] valid(byte[] changed, String how) throws CompileException {
    Optional<String> complaint = tools().validate(changed);
    if (complaint.isPresent()) {
      throw new CompileException("the %s module is not valid: %s".formatted(how, complaint.get()));
    }
    return changed;
  }

  private Optimization optimization(Shader shader) {
    Optimization own = shader.optimized(cache.options().optimize()).target().optimization();
    if (own != Optimization.NONE) {
      return own;
    }
    return switch (shader.target().way()) {
      case OPTIMIZED -> Optimization.PERFORMANCE;
      case SMALLER -> Optimization.SIZE;
      default -> Optimization.NONE;
    };
  }

  /**
   * What is wrong with a shader's module: the front end's or the validator's complaint. A module
   * with instructions of VK_EXT_cooperative_matrix_maintenance1, which the validator does not know,
   * is not validated.
   *
   * @param shader source and target
   * @return the complaint, or empty if the module is valid
   */
  public Optional<String> complaint(Shader shader) {
    try {
      byte[] spirv = spirv(shader);
      return shader.target().way() == SubmissionPath.MAINTENANCE1
          ? Optional.empty()
          : tools().validate(spirv);
    } catch (CompileException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * What the optimizer is known to do wrong with a shader, if it does.
   *
   * @throws CompileException if its module breaks a rule and nothing is known of that
   */
  Optional<String> deviation(Shader shader, byte[] spirv) throws CompileException {
    if (optimization(shader) == Optimization.NONE) {
      return Optional.empty();
    }
    Optional<String> complaint = tools().validate(spirv);
    if (complaint.isEmpty()) {
      byte[] plain =
          cache.compile(
              shader.glsl(), shader.target().stage(), shader.target().minor(), Optimization.NONE);
      return OptimizerDifference.ofSource(tools().disassemble(plain));
    }
    Optional<String> known = OptimizerDifference.ofComplaint(complaint.get());
    if (known.isEmpty()) {
      throw new CompileException("the optimized module is not valid: " + complaint.get());
    }
    return known;
  }

  /**
   * A shader's module and those of the stages that its pipeline needs beside it.
   *
   * @param own module of the shader
   * @param companions modules of other stages, by stage; empty for compute shaders
   */
  public record Modules(byte[] own, SortedMap<ShaderStage, byte[]> companions) {}

  /**
   * {@return all modules of a shader's pipeline: the shader's, and those of the stages that it
   * needs beside it}
   *
   * @param shader source and target
   * @throws CompileException if the compiler rejects one, or a changed module is not valid
   */
  public Modules modules(Shader shader) throws CompileException {
    return new Modules(spirv(shader), cache.companions(shader.target().stage()));
  }

  /** An edit that finds nothing to change is a fault of the suite. */
  private byte[] edited(byte[] spirv, List<ModuleEdit> edits) throws CompileException {
    if (edits.isEmpty()) {
      return spirv;
    }
    String text = tools().disassemble(spirv);
    Map<String, String> known = new HashMap<>();
    for (ModuleEdit edit : edits) {
      text = edit.in(text, known);
    }
    byte[] assembled = tools().assemble(text);
    // The assembler writes its newest version.
    System.arraycopy(spirv, VERSION, assembled, VERSION, Integer.BYTES);
    return assembled;
  }

  /**
   * The module of a variant of a compile rule, with its edits and version of SPIR-V, without
   * validation.
   *
   * @param variant of the rule
   * @return the words of the module, little-endian
   * @throws CompileException if the front end or the assembler rejects it
   * @throws IllegalStateException if an edit finds nothing to change
   */
  public byte[] module(RulePlan.Variant variant) throws CompileException {
    int minor = Math.max(variant.minor().orElse(Compiler.MINOR), OLDEST);
    byte[] spirv = edited(compile(variant, minor), variant.edits());
    variant.minor().ifPresent(own -> LittleEndian.put(spirv, 4, 4, 1 << 16 | own << 8));
    return spirv;
  }

  /**
   * Whether the tools answer a variant of a compile rule as the rule demands.
   *
   * @param variant of the rule
   * @return what they do wrong, to follow "the text", such as {@code is rejected: ...}; empty if
   *     they accept or reject it as demanded
   * @throws IllegalStateException if an edit finds nothing to change
   */
  public Optional<String> check(RulePlan.Variant variant) {
    Optional<String> complaint;
    String assembly = "";
    try {
      byte[] spirv = module(variant);
      complaint = variant.validated() ? tools().validate(spirv) : Optional.empty();
      if (!variant.present().isEmpty() || !variant.absent().isEmpty()) {
        assembly = tools().disassemble(spirv);
      }
    } catch (CompileException e) {
      complaint = Optional.of(e.getMessage());
    }
    if (!variant.accepted()) {
      return refusal(variant, complaint);
    }
    if (complaint.isPresent()) {
      return Optional.of("is rejected: " + complaint.get().lines().findFirst().orElse(""));
    }
    return patterns(variant, assembly);
  }

  private static Optional<String> refusal(RulePlan.Variant variant, Optional<String> complaint) {
    if (complaint.isEmpty()) {
      return Optional.of("is accepted");
    }
    String text = complaint.get().replaceAll(" +", " ");
    if (BROKEN.matcher(text).find()) {
      return Optional.of("is no module: " + text);
    }
    return Pattern.compile(variant.complaint()).matcher(text).find()
        ? Optional.empty()
        : Optional.of(
            "is rejected for another reason than /%s/: %s".formatted(variant.complaint(), text));
  }

  private static Optional<String> patterns(RulePlan.Variant variant, String assembly) {
    for (String pattern : variant.present()) {
      if (!Pattern.compile(pattern).matcher(assembly).find()) {
        return Optional.of("its module has no " + pattern);
      }
    }
    for (String pattern : variant.absent()) {
      if (Pattern.compile(pattern).matcher(assembly).find()) {
        return Optional.of("its module has " + pattern);
      }
    }
    return Optional.empty();
  }

  private byte[] compile(RulePlan.Variant variant, int minor) throws CompileException {
    if (compiler == null) {
      compiler = new Compiler();
    }
    return compiler.compile(variant.text(), variant.name(), variant.stage(), minor);
  }

  /** All variants whose answer is wrong, with what is wrong. */
  record VariantFailure(RulePlan.Variant variant, String message) {}

  List<VariantFailure> check(RulePlan plan) {
    return plan.variants().stream()
        .flatMap(
            variant -> check(variant).map(message -> new VariantFailure(variant, message)).stream())
        .toList();
  }

  @Override
  public void close() {
    if (compiler != null) {
      compiler.close();
    }
    if (tools != null) {
      tools.close();
    }
  }
}
