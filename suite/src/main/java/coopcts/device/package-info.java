/** What a device is to the suite: pipelines, dispatches and their outcomes. */
package coopcts.device;
