/** Child processes in which devices live, so that a crash costs one case. */
package coopcts.run.worker;
