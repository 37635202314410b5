/** What can be made again and is kept between runs: compiled shaders, lists of cases. */
package coopcts.cache;
