/** What a case is: its plan, its subcases, the assertions that it can fail by, and its verdict. */
package coopcts.plan;
