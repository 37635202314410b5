// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a CI system says of itself in the variables of a job. */
final class CiSystem {

  private CiSystem() {}

  /** Allure's {@code executor.json}: who ran it, with a link to the build where there is one. */
  static Map<String, Object> executor(String report, Map<String, String> variables) {
    Map<String, Object> executor = new LinkedHashMap<>();
    executor.put("reportName", report);
    if (variables.containsKey("GITHUB_RUN_ID")) {
      String repository =
          variables.getOrDefault("GITHUB_SERVER_URL", "https://github.com")
              + "/"
              + variables.getOrDefault("GITHUB_REPOSITORY", "");
      put(executor, "GitHub Actions", "github", repository);
      build(
          executor,
          variables.getOrDefault("GITHUB_WORKFLOW", "run"),
          variables.getOrDefault("GITHUB_RUN_NUMBER", "0"),
          repository + "/actions/runs/" + variables.get("GITHUB_RUN_ID"));
    } else if (variables.containsKey("GITLAB_CI")) {
      put(executor, "GitLab CI", "gitlab", variables.getOrDefault("CI_PROJECT_URL", ""));
      build(
          executor,
          variables.getOrDefault("CI_JOB_NAME", "job"),
          variables.getOrDefault("CI_PIPELINE_IID", "0"),
          variables.getOrDefault("CI_JOB_URL", ""));
    } else if (variables.containsKey("JENKINS_URL")) {
      put(executor, "Jenkins", "jenkins", variables.get("JENKINS_URL"));
      build(
          executor,
          variables.getOrDefault("JOB_NAME", "job"),
          variables.getOrDefault("BUILD_NUMBER", "0"),
          variables.getOrDefault("BUILD_URL", ""));
    } else {
      put(executor, "CoopCTS", "coopcts", "");
    }
    executor.values().removeIf(""::equals);
    return executor;
  }

  private static void put(Map<String, Object> executor, String name, String type, String url) {
    executor.put("name", name);
    executor.put("type", type);
    executor.put("url", web(url));
  }

  private static void build(Map<String, Object> executor, String name, String order, String url) {
    executor.put("buildName", name + " #" + order);
    executor.put("buildOrder", order.matches("\\d{1,18}") ? Long.parseLong(order) : 0);
    executor.put("buildUrl", web(url));
  }

  /** Nothing but a web page is worth a link. */
  private static String web(String url) {
    return url.matches("https?://[^\\s\"'<>]+") ? url : "";
  }
}
