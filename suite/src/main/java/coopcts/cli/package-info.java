/** The command line. */
package coopcts.cli;
