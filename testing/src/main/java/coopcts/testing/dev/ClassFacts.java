// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What others can depend on in a compiled class, and what it depends on.
 *
 * @param name with slashes, as class files have it
 * @param source the file it was compiled from, below the folder of sources
 * @param face everything of it that another class's compilation can see, as text
 * @param parents its superclass and interfaces
 * @param uses the project's classes that its constants and signatures name
 */
record ClassFacts(String name, String source, String face, Set<String> parents, Set<String> uses) {

  private static final Pattern OWN = Pattern.compile("coopcts/[\\w/$]+");

  static ClassFacts of(Path file) throws IOException {
    ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
    String name = model.thisClass().asInternalName();
    Set<String> uses = new TreeSet<>();
    for (PoolEntry entry : model.constantPool()) {
      // Signatures and descriptors name classes too.
      if (entry instanceof Utf8Entry text) {
        Matcher matcher = OWN.matcher(text.stringValue());
        while (matcher.find()) {
          uses.add(matcher.group());
        }
      }
    }
    uses.remove(name);
    Set<String> parents = new TreeSet<>(names(model.interfaces()));
    model.superclass().ifPresent(parent -> parents.add(parent.asInternalName()));
    String folder = name.contains("/") ? name.substring(0, name.lastIndexOf('/') + 1) : "";
    String source =
        model
            .findAttribute(Attributes.sourceFile())
            .map(SourceFileAttribute::sourceFile)
            .map(Utf8Entry::stringValue)
            .orElseThrow(
                () -> new Usage(file + " does not say its source; remove target and build anew"));
    return new ClassFacts(name, folder + source, face(model), parents, uses);
  }

  private static String face(ClassModel model) {
    List<String> parts = new ArrayList<>();
    parts.add(Integer.toString(flags(model)));
    parts.add(model.superclass().map(ClassEntry::asInternalName).orElse(""));
    parts.add(names(model.interfaces()).toString());
    parts.add(signature(model.findAttribute(Attributes.signature())));
    model
        .findAttribute(Attributes.permittedSubclasses())
        .ifPresent(permitted -> parts.add(names(permitted.permittedSubclasses()).toString()));
    model
        .findAttribute(Attributes.record())
        .ifPresent(
            record -> record.components().stream().map(ClassFacts::component).forEach(parts::add));
    model.fields().stream().filter(ClassFacts::isSeen).map(ClassFacts::face).forEach(parts::add);
    model.methods().stream().filter(ClassFacts::isSeen).map(ClassFacts::face).forEach(parts::add);
    model
        .findAttribute(Attributes.runtimeVisibleAnnotations())
        .ifPresent(all -> parts.add(all.annotations().toString()));
    return String.join("\n", parts);
  }

  /** A nested class has its own flags in the table of inner classes. */
  private static int flags(ClassModel model) {
    return model
        .findAttribute(Attributes.innerClasses())
        .flatMap(
            all ->
                all.classes().stream()
                    .filter(one -> one.innerClass().equals(model.thisClass()))
                    .findFirst())
        .map(InnerClassInfo::flagsMask)
        .orElse(model.flags().flagsMask());
  }

  private static String component(RecordComponentInfo one) {
    return one.name().stringValue() + " " + one.descriptor().stringValue();
  }

  private static boolean isSeen(FieldModel field) {
    return isSeen(field.flags());
  }

  private static boolean isSeen(MethodModel method) {
    return isSeen(method.flags());
  }

  private static boolean isSeen(AccessFlags flags) {
    return !flags.has(AccessFlag.PRIVATE) && !flags.has(AccessFlag.SYNTHETIC);
  }

  private static String face(FieldModel field) {
    return "%d %s %s %s %s"
        .formatted(
            field.flags().flagsMask(),
            field.fieldName().stringValue(),
            field.fieldType().stringValue(),
            signature(field.findAttribute(Attributes.signature())),
            field
                .findAttribute(Attributes.constantValue())
                .map(value -> value.constant().constantValue().toString())
                .orElse(""));
  }

  private static String face(MethodModel method) {
    return "%d %s %s %s %s %s"
        .formatted(
            method.flags().flagsMask(),
            method.methodName().stringValue(),
            method.methodType().stringValue(),
            signature(method.findAttribute(Attributes.signature())),
            method
                .findAttribute(Attributes.exceptions())
                .map(thrown -> names(thrown.exceptions()).toString())
                .orElse(""),
            method
                .findAttribute(Attributes.annotationDefault())
                .map(value -> value.defaultValue().toString())
                .orElse(""));
  }

  private static String signature(Optional<SignatureAttribute> attribute) {
    return attribute.map(one -> one.signature().stringValue()).orElse("");
  }

  private static List<String> names(Collection<ClassEntry> classes) {
    return classes.stream().map(ClassEntry::asInternalName).toList();
  }
}
