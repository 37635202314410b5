// SPDX-License-Identifier: Apache-2.0
package coopcts.catalogue;

import coopcts.cases.CasePool;
import coopcts.cases.ControlsFamily;
import coopcts.cases.Family;
import coopcts.cases.context.ChosenPrograms;
import coopcts.cases.context.FramedFamily;
import coopcts.cases.decode.DecodeFormatFamily;
import coopcts.cases.decode.DecodeLoadFamily;
import coopcts.cases.decode.LongVectorFamily;
import coopcts.cases.forms.FormsFamily;
import coopcts.cases.khr.ArithmeticFamily;
import coopcts.cases.khr.ComponentsFamily;
import coopcts.cases.khr.ConstructFamily;
import coopcts.cases.khr.FarFamily;
import coopcts.cases.khr.GemmFamily;
import coopcts.cases.khr.LengthFamily;
import coopcts.cases.khr.LoadFamily;
import coopcts.cases.khr.MatrixConvertFamily;
import coopcts.cases.khr.MovesFamily;
import coopcts.cases.khr.MulAddFamily;
import coopcts.cases.khr.NegateFamily;
import coopcts.cases.khr.PipelineFamily;
import coopcts.cases.khr.QueriedFamily;
import coopcts.cases.khr.ReachFamily;
import coopcts.cases.khr.RobustFamily;
import coopcts.cases.khr.ScaleFamily;
import coopcts.cases.khr.SmallFormatsFamily;
import coopcts.cases.khr.StoreFamily;
import coopcts.cases.layout.ProbeFamily;
import coopcts.cases.layout.PromisedLayoutFamily;
import coopcts.cases.nv2.Maintenance1Family;
import coopcts.cases.nv2.Nv2ChainFamily;
import coopcts.cases.nv2.Nv2DecodeFamily;
import coopcts.cases.nv2.Nv2FormatFamily;
import coopcts.cases.nv2.Nv2LoadFamily;
import coopcts.cases.nv2.Nv2MemoryFamily;
import coopcts.cases.nv2.Nv2ProductFamily;
import coopcts.cases.nv2.Nv2ReadingsFamily;
import coopcts.cases.nv2.Nv2StoreFamily;
import coopcts.cases.nv2.OwnedFamily;
import coopcts.cases.nv2.PerElementFamily;
import coopcts.cases.nv2.PermutationFamily;
import coopcts.cases.nv2.QuantizedFamily;
import coopcts.cases.nv2.ReduceFamily;
import coopcts.cases.nv2.UseFamily;
import coopcts.cases.nv2.ValueFamily;
import coopcts.cases.paths.NvMatrixFamily;
import coopcts.cases.paths.SubmissionPathFamily;
import coopcts.cases.qcom.ArrayFamily;
import coopcts.cases.qcom.ChainFamily;
import coopcts.cases.qcom.ConvolutionFamily;
import coopcts.cases.qcom.LineFamily;
import coopcts.cases.random.FoundFamily;
import coopcts.cases.random.NamedFamily;
import coopcts.cases.random.ProgramsFamily;
import coopcts.cases.random.RandomFamily;
import coopcts.cases.rules.InterfaceFamily;
import coopcts.cases.rules.ReportFamily;
import coopcts.cases.rules.RuleFamily;
import coopcts.cases.vector.ElementFamily;
import coopcts.cases.vector.LayoutConversionFamily;
import coopcts.cases.vector.NetworkFamily;
import coopcts.cases.vector.PrecisionFamily;
import coopcts.cases.vector.SequenceFamily;
import coopcts.cases.vector.StageFamily;
import coopcts.cases.vector.TrainingFamily;
import coopcts.model.DeviceReport;
import coopcts.model.TestedSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * All families of cases, in the order in which they run. The order fixes the numbers of cases, by
 * which coordinator and workers name them.
 */
public final class Catalogue {

  private Catalogue() {}

  /**
   * {@return the families that are run on a device, in the order in which they run} They are those
   * of the {@link FamilySource} that serves the device; without one, all of the catalogue.
   *
   * @param device what the command line's option {@code --device} says, such as {@code vulkan:0};
   *     not checked here
   */
  public static List<Family> families(String device) {
    return source(device).map(FamilySource::families).orElseGet(Catalogue::families);
  }

  /**
   * {@return whether a device is run with the catalogue's own families, not with those of a {@link
   * FamilySource}}
   *
   * @param device what the command line's option {@code --device} says; not checked here
   */
  public static boolean isOwn(String device) {
    return source(device).isEmpty();
  }

  private static Optional<FamilySource> source(String device) {
    return ServiceLoader.load(FamilySource.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(source -> source.serves(device))
        .findFirst();
  }

  /**
   * {@return the families of a run, in the order in which they run: the random programs alone where
   * there are some, else all that are run on the device}
   *
   * @param device what the command line's option {@code --device} says; not checked here
   * @param programs random programs that are run instead of all others, or empty
   */
  public static List<Family> families(String device, Optional<RandomFamily> programs) {
    return programs.map(List::<Family>of).orElseGet(() -> families(device));
  }

  /**
   * {@return the families among which to look for a case by its name: for the name of a random
   * program the family of that program alone, else all that are run on the device}
   *
   * @param device what the command line's option {@code --device} says; not checked here
   * @param name of the case; it need not exist
   */
  public static List<Family> containing(String device, String name) {
    return families(device, RandomFamily.named(name));
  }

  /** {@return all families of the catalogue, in the order in which they run; unmodifiable} */
  public static List<Family> families() {
    List<Family> shaders =
        List.of(
            new LoadFamily(),
            new StoreFamily(),
            new ConstructFamily(),
            new ComponentsFamily(),
            new LengthFamily(),
            new NegateFamily(),
            new ScaleFamily(),
            new ArithmeticFamily(),
            new MatrixConvertFamily(),
            new MulAddFamily(),
            new MovesFamily(),
            new ReachFamily(),
            new RobustFamily(),
            new FarFamily(),
            new GemmFamily(),
            new SmallFormatsFamily(),
            new PipelineFamily(),
            new QueriedFamily(),
            new Maintenance1Family(),
            new ControlsFamily(TestedSystem.KHR),
            new FormsFamily(TestedSystem.KHR),
            new ReportFamily(),
            new RuleFamily("khr"),
            new RuleFamily("numbers"),
            new RuleFamily("nv2"),
            new RuleFamily("decode"),
            new ElementFamily(),
            new coopcts.cases.vector.VectorConvertFamily(),
            new coopcts.cases.vector.ProductFamily(),
            new TrainingFamily(),
            new coopcts.cases.vector.VectorReadingsFamily(),
            new LayoutConversionFamily(),
            new NetworkFamily(),
            new PrecisionFamily(),
            new coopcts.cases.vector.VectorNumbersFamily(),
            new coopcts.cases.vector.VectorMemoryFamily(),
            new SequenceFamily(),
            new StageFamily(),
            new FormsFamily(TestedSystem.VECTOR),
            new ControlsFamily(TestedSystem.VECTOR),
            new RuleFamily("vector"),
            new Nv2LoadFamily(),
            new PermutationFamily(),
            new Nv2StoreFamily(),
            new Nv2DecodeFamily(),
            new DecodeLoadFamily(),
            new Nv2FormatFamily(),
            new DecodeFormatFamily(),
            new LongVectorFamily(),
            new QuantizedFamily(),
            new Nv2ChainFamily(),
            new OwnedFamily(),
            new Nv2MemoryFamily(),
            new ReduceFamily(),
            new PerElementFamily(),
            new UseFamily(),
            new ValueFamily(),
            new Nv2ReadingsFamily(),
            new Nv2ProductFamily(),
            new FormsFamily(TestedSystem.NV2),
            new ProbeFamily(),
            new coopcts.cases.layout.CheckedLoadFamily(),
            new PromisedLayoutFamily(),
            new ArrayFamily(),
            new LineFamily(),
            new ChainFamily(),
            new ConvolutionFamily(),
            new RuleFamily("qcom"));
    List<Family> all = new ArrayList<>(shaders);
    ChosenPrograms chosen = ChosenPrograms.onRecord();
    framed().forEach(family -> all.add(family.with(chosen)));
    framedPrograms().forEach(family -> all.add(family.with(chosen)));
    programs().forEach(family -> all.add(family.with(chosen)));
    all.addAll(byWays());
    if (!FoundFamily.isEmpty()) {
      all.add(new FoundFamily());
    }
    all.addAll(InterfaceFamily.all());
    all.add(new NamedFamily());
    return List.copyOf(all);
  }

  /** Other families' cases by other ways into the driver. */
  private static List<Family> byWays() {
    return List.of(
        new SubmissionPathFamily(
            "khr",
            new LoadFamily(),
            new StoreFamily(),
            new MatrixConvertFamily(),
            new MulAddFamily(),
            new MovesFamily(),
            new ReachFamily(),
            new GemmFamily()),
        new NvMatrixFamily(
            new LoadFamily(),
            new StoreFamily(),
            new ConstructFamily(),
            new ComponentsFamily(),
            new LengthFamily(),
            new NegateFamily(),
            new ScaleFamily(),
            new ArithmeticFamily(),
            new MatrixConvertFamily(),
            new MulAddFamily(),
            new MovesFamily(),
            new ReachFamily(),
            new GemmFamily()),
        new SubmissionPathFamily(
            "nv2",
            new Nv2LoadFamily(),
            new Nv2StoreFamily(),
            new Nv2MemoryFamily(),
            new Nv2ChainFamily(),
            new UseFamily()),
        new SubmissionPathFamily("decode", new DecodeLoadFamily(), new DecodeFormatFamily()),
        new SubmissionPathFamily(
            "vector",
            new coopcts.cases.vector.ProductFamily(),
            new TrainingFamily(),
            new NetworkFamily(),
            new coopcts.cases.vector.VectorMemoryFamily()),
        new SubmissionPathFamily(
            "qcom", new ArrayFamily(), new ChainFamily(), new ConvolutionFamily()));
  }

  /** Other families' cases in frames. */
  private static List<FramedFamily> framed() {
    return List.of(
        FramedFamily.ofSubgroups(
            "khr",
            15,
            new LoadFamily(),
            new StoreFamily(),
            new ConstructFamily(),
            new ComponentsFamily(),
            new NegateFamily(),
            new ScaleFamily(),
            new ArithmeticFamily(),
            new MatrixConvertFamily(),
            new MulAddFamily(),
            new MovesFamily(),
            new GemmFamily()),
        FramedFamily.ofSubgroups(
            "nv2",
            15,
            new Nv2LoadFamily(),
            new Nv2StoreFamily(),
            new Nv2DecodeFamily(),
            new ReduceFamily(),
            new PerElementFamily(),
            new UseFamily(),
            new Nv2ProductFamily()),
        FramedFamily.ofSubgroups("decode", 15, new DecodeLoadFamily(), new DecodeFormatFamily()),
        FramedFamily.ofInvocations(
            "vector",
            3,
            new ElementFamily(),
            new coopcts.cases.vector.VectorConvertFamily(),
            new coopcts.cases.vector.ProductFamily(),
            new TrainingFamily(),
            new NetworkFamily(),
            new coopcts.cases.vector.VectorMemoryFamily()),
        FramedFamily.ofSubgroups(
            "qcom", 3, new ArrayFamily(), new LineFamily(), new ChainFamily()));
  }

  /** Of so many random programs one is drawn into a frame; most of those in frames are chosen. */
  private static final int DRAWN = 150;

  /**
   * {@return pools of the random programs, with and without frames, that a device can run, beyond
   * those that any run takes, and of other families' cases in frames}
   *
   * @param report of the device
   */
  public static List<CasePool> pools(DeviceReport report) {
    return Stream.of(
            framedPrograms().stream().map(family -> family.pool(report)),
            programs().stream().map(family -> family.pool(report)),
            framed().stream().map(family -> family.pool(report)))
        .flatMap(pools -> pools)
        .toList();
  }

  private static List<ProgramsFamily> programs() {
    return List.of(
        ProgramsFamily.of("khr"),
        ProgramsFamily.of("khr", "nv2"),
        ProgramsFamily.of("khr", "qcom"),
        ProgramsFamily.of("vector"));
  }

  /** Random programs in frames, of matrices and of vectors. */
  private static List<FramedFamily> framedPrograms() {
    return List.of(
        FramedFamily.ofSubgroups(
            "random",
            DRAWN,
            ProgramsFamily.of("khr"),
            ProgramsFamily.of("khr", "nv2"),
            ProgramsFamily.of("khr", "qcom"),
            ProgramsFamily.of("khr", "nv2", "qcom"),
            RandomFamily.parse("random.khr_nv2.literal.0+45")),
        FramedFamily.ofInvocations(
            "random",
            DRAWN,
            ProgramsFamily.of("vector"),
            RandomFamily.parse("random.vector.literal.0+45")));
  }
}
