// SPDX-License-Identifier: Apache-2.0
package coopcts.schemas;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.VectorMatrix;
import coopcts.plan.Verdict;
import coopcts.reports.Header;
import coopcts.reports.RunSession;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;

/** Each object of a schema has the members of the record that is written, and no others. */
public final class SchemaMembersTests {

  /** Schema, where in it, and the record. */
  @DataProvider
  public Object[][] records() {
    return new Object[][] {
      {"journal", "/$defs/run", "coopcts.reports.Header"},
      {"journal", "/$defs/selection", "coopcts.reports.Header$Chosen"},
      {"journal", "/$defs/tools", "coopcts.reports.Header$Tools"},
      {"journal", "/$defs/result", "coopcts.reports.read.Row"},
      {"journal", "/$defs/phases", "coopcts.reports.read.Phases"},
      {"journal", "/$defs/try", "coopcts.reports.read.Row$Try"},
      {"journal", "/$defs/end", "coopcts.reports.RunSession$EndLine"},
      {"journal", "/$defs/resumption", "coopcts.reports.RunSession$ResumeLine"},
      {"journal", "/$defs/note", "coopcts.reports.RunSession$NoteLine"},
      {"inflight", "", "coopcts.reports.InFlight$InFlightLine"},
      {"summary", "", "coopcts.reports.Summary"},
      {"summary", "/$defs/phases", "coopcts.reports.Summary$PhaseSeconds"},
      {"sarif", "", "coopcts.reports.Sarif$Log"},
      {"sarif", "/$defs/run", "coopcts.reports.Sarif$Run"},
      {"sarif", "/$defs/tool", "coopcts.reports.Sarif$Tool"},
      {"sarif", "/$defs/driver", "coopcts.reports.Sarif$Driver"},
      {"sarif", "/$defs/rule", "coopcts.reports.Sarif$Rule"},
      {"sarif", "/$defs/text", "coopcts.reports.Sarif$Text"},
      {"sarif", "/$defs/invocation", "coopcts.reports.Sarif$Invocation"},
      {"sarif", "/$defs/automation", "coopcts.reports.Sarif$Automation"},
      {"sarif", "/$defs/result", "coopcts.reports.Sarif$Result"},
      {"sarif", "/$defs/location", "coopcts.reports.Sarif$Location"},
      {"sarif", "/$defs/physicalLocation", "coopcts.reports.Sarif$PhysicalLocation"},
      {"sarif", "/$defs/artifact", "coopcts.reports.Sarif$Artifact"},
      {"sarif", "/$defs/region", "coopcts.reports.Sarif$Region"},
      {"sarif", "/$defs/logicalLocation", "coopcts.reports.Sarif$LogicalLocation"},
      {"sarif", "/$defs/suppression", "coopcts.reports.Sarif$Suppression"},
      {"device", "", "coopcts.model.DeviceReport"},
      {"device", "/$defs/identity", "coopcts.model.DeviceReport$Identity"},
      {"device", "/$defs/subgroup", "coopcts.model.DeviceReport$Subgroup"},
      {"device", "/$defs/matrixProperties", "coopcts.model.MatrixProperties"},
      {"device", "/$defs/flexibleProperties", "coopcts.model.FlexibleProperties"},
      {"device", "/$defs/vectorProperties", "coopcts.model.VectorProperties"},
      {"job", "", "coopcts.jobs.Job"},
      {"job", "/$defs/buffer", "coopcts.jobs.Job$Buffer"},
      {"job", "/$defs/address", "coopcts.jobs.Job$Address"},
      {"job", "/$defs/place", "coopcts.jobs.Job$BufferPlace"},
      {"job", "/$defs/matrix", "coopcts.jobs.Job$Matrix"},
      {"job", "/$defs/step", "coopcts.jobs.Job$JobFollowUp"},
      {"job", "/$defs/readback", "coopcts.jobs.Job$Readback"},
      {"job", "/$defs/conversions", "coopcts.jobs.Job$Conversions"},
      {"job", "/$defs/chain", "coopcts.jobs.Job$Chain"},
      {"job", "/$defs/together", "coopcts.jobs.Job$Together"},
      {"job", "/$defs/rule", "coopcts.jobs.Job$Rule"},
      {"job", "/$defs/compile", "coopcts.jobs.Job$Compile"},
      {"job", "/$defs/pass", "coopcts.jobs.Job$Pass"},
      {"job", "/$defs/tolerance", "coopcts.jobs.Job$Tolerance"},
      {"summary", "/$defs/cause", "coopcts.reports.Summary$Cause"},
      {"job", "/$defs/edit", "coopcts.spirv.InstructionEdit"},
      {"job", "/$defs/patch", "coopcts.jobs.Job$Patch"},
      {"export", "", "coopcts.jobs.Export$Index"},
      {"export", "/$defs/exported", "coopcts.jobs.Export$Exported"},
      {"export", "/$defs/leftOut", "coopcts.jobs.Export$LeftOut"},
      {"accept", "", "coopcts.jobs.AcceptanceFile"},
      {"accept", "/$defs/why", "coopcts.jobs.AcceptanceFile$Why"},
      {"accept", "/$defs/stored", "coopcts.jobs.AcceptanceFile$Stored"},
      {"accept", "/$defs/element", "coopcts.jobs.AcceptanceFile$Element"},
      {"accept", "/$defs/total", "coopcts.jobs.AcceptanceFile$Total"},
    };
  }

  @Test(dataProvider = "records")
  public void membersAreThoseOfTheRecord(String schema, String place, String type)
      throws Exception {
    JsonNode object = SchemaFiles.read(SchemaFiles.file(schema)).at(place);
    Set<String> components = members(Class.forName(type));
    if (schema.equals("journal")) {
      components.removeAll(RunFolderTests.unreviewed(place));
    }
    assertEquals(new TreeSet<>(object.get("properties").propertyNames()), components);
    assertEquals(object.get("additionalProperties").asString(), "false");
    object
        .get("required")
        .forEach(name -> assertTrue(components.contains(name.asString()), name.asString()));
  }

  /** The names of what is written of an object, be it a component or a method. */
  static Set<String> members(Class<?> type) {
    Set<String> members = new TreeSet<>();
    JsonMapper.shared()
        .acceptJsonFormatVisitor(
            type,
            new JsonFormatVisitorWrapper.Base() {
              @Override
              public JsonObjectFormatVisitor expectObjectFormat(JavaType object) {
                return new JsonObjectFormatVisitor.Base(getContext()) {
                  @Override
                  public void property(BeanProperty member) {
                    members.add(member.getName());
                  }

                  @Override
                  public void optionalProperty(BeanProperty member) {
                    members.add(member.getName());
                  }
                };
              }
            });
    return members;
  }

  @DataProvider
  public Object[][] values() {
    Object[] stages = Arrays.stream(ShaderStage.values()).map(ShaderStage::suffix).toArray();
    Object[] layouts =
        Arrays.stream(VectorMatrix.Layout.values()).map(VectorMatrix.Layout::toString).toArray();
    return new Object[][] {
      {"journal", "/$defs/verdict", Verdict.values()},
      {"journal", "/$defs/end/properties/end", RunSession.End.values()},
      {"summary", "/$defs/verdict", Verdict.values()},
      {"summary", "/properties/end", RunSession.End.values()},
      {"device", "/$defs/component", ComponentType.values()},
      {"device", "/$defs/scope", Scope.values()},
      {"job", "/$defs/component", ComponentType.values()},
      {"job", "/$defs/matrix/properties/layout", layouts},
      {"job", "/properties/stage", stages},
      {"accept", "/$defs/component", ComponentType.values()},
    };
  }

  @Test(dataProvider = "values")
  public void valuesAreThoseOfTheEnumeration(String schema, String place, Object[] values)
      throws Exception {
    List<String> written =
        Arrays.stream(values)
            .map(value -> JsonMapper.shared().valueToTree(value).asString())
            .toList();
    Stream<JsonNode> named =
        SchemaFiles.read(SchemaFiles.file(schema)).at(place).get("enum").valueStream();
    assertEquals(named.map(JsonNode::asString).toList(), written);
  }

  @Test
  public void journalsAreOfThisSchema() throws Exception {
    JsonNode schema = SchemaFiles.read(SchemaFiles.file("journal"));
    assertEquals(schema.at("/$defs/run/properties/schema/const").asInt(), Header.SCHEMA);
  }
}
