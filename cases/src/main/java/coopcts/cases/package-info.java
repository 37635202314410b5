/** What all families of cases share: profiles, templates, and what a device must have for them. */
package coopcts.cases;
