// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

/**
 * A wrong turn in an algorithm: one constant for each place at which a driver's author could
 * misread the texts, looked at where the interpreter does it right.
 */
public enum FaultPoint {
  PIPELINE_FIRST_CONSTANTS("khr", "all pipelines of a module have the first one's constants"),
  PIPELINE_CACHE_DEFAULTS("khr", "a pipeline from a cache has its constants' defaults"),
  PIPELINE_SIZE_IGNORED("khr", "a required subgroup size is ignored"),
  INTERFACE_NUMBER_INCOMPLETE("report", "asking for the number of rows gives VK_INCOMPLETE"),
  INTERFACE_LAST_UNWRITTEN("report", "the last row is not written"),
  INTERFACE_SHORT_SUCCEEDS("report", "too little room for all rows gives VK_SUCCESS"),
  INTERFACE_NONE_WRITES("report", "a row is written where there is room for none"),
  INTERFACE_ORDER_CHANGES("report", "rows come in another order each time"),
  INTERFACE_COUNT_KEPT("report", "the number stays what it was, with more room than rows"),
  INTERFACE_LABEL_CHANGED("report", "sType of rows is changed"),
  INTERFACE_BOOLEAN_WIDE("report", "a feature is reported as 0xFF"),
  INTERFACE_FEATURE_REFUSED("report", "a device with one feature alone is refused"),
  INTERFACE_FEATURE_TAKEN("report", "a device with a feature that is not offered is made"),
  INTERFACE_BARRIER_REFUSED("report", "a barrier of the conversion stage is refused"),
  CONVERT_SIZE_SMALL("report", "converted matrices take more than they are said to"),
  CONVERT_SIZE_OF_SOURCE("report", "the size of a converted matrix is the source's"),
  CONVERT_SIZE_ROUNDED("report", "fewer bytes are written than asked for");

  private final String system;
  private final String description;

  FaultPoint(String system, String description) {
    this.system = system;
    this.description = description;
  }

  String system() {
    return system;
  }

  String description() {
    return description;
  }
}
