/** Figures that the documents quote. */
package coopcts.docs;
