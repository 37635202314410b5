/** Which combinations of choices are tried: all pairs with few cases, and draws by name. */
package coopcts.combinations;
