/** Cases of work-item layouts: who owns which element of a matrix. */
package coopcts.cases.layout;
