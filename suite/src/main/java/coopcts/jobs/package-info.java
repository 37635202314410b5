/** Single shader jobs, repros of cases, and how they are made smaller. */
package coopcts.jobs;
