/** All families in their order. */
package coopcts.catalogue;
