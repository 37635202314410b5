// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What each fold makes of a text; whether a fold is sound is for the reference device to say. */
public final class ExpressionReducerTests {

  @DataProvider
  Object[][] folds() {
    return new Object[][] {
      {
        "a loop's second turn",
        """
        void main() {
            for (uint i = 0; i < 4u; i++) {
                result[i] = source[2 * i];
            }
        }
        """,
        """
        void main() {
            result[1u] = source[2 * 1u];
        }
        """
      },
      {
        "a loop's third turn, by its step",
        """
        void main() {
            for (int k = 16; k < 96; k += 16) {
                f(k);
            }
        }
        """,
        """
        void main() {
            f((16 + 2 * 16));
        }
        """
      },
      {
        "a switch's last case",
        "void main() {\n    switch (n % 2) { case 0: a = b; break; default: a = c; break; }\n}\n",
        "void main() {\n    a = c;\n}\n"
      },
      {
        "a list of constants",
        """
        void main() {
            const uint rows[2] = uint[](8 / 2, n);
            f(rows[0], rows[1u]);
        }
        """,
        """
        void main() {
            f((8 / 2), n);
        }
        """
      },
      {
        "a variable that is set once",
        "void main() {\n    uint r = 7u;\n    f(r, of.r);\n}\n",
        "void main() {\n    f(7u, of.r);\n}\n"
      },
      {
        "what numbers come to",
        "void main() {\n    f(8 / 2 + 1, 7u % 4, (2) * x, 9 / 0, 1 - 2);\n}\n",
        "void main() {\n    f(5, 3u, 2 * x, 9 / 0, 1 - 2);\n}\n"
      },
      {
        "a value made of the one before",
        "void main() {\n    T a = make(1);\n    a = turn(a, 2);\n}\n",
        "void main() {\n    T a = turn(make(1), 2);\n}\n"
      },
      {
        "a statement of two lines",
        "void main() {\n    T a =\n        make(1);\n}\n",
        "void main() {\n    T a = make(1);\n}\n"
      }
    };
  }

  @Test(dataProvider = "folds")
  public void aTextIsFolded(String what, String glsl, String folded) {
    assertTrue(
        ExpressionReducer.of(glsl).contains(folded), what + ": " + ExpressionReducer.of(glsl));
  }

  /** A variable that is set again is no number, nor is one that is used twice nested. */
  @Test
  public void whatChangesStays() {
    String counted = "void main() {\n    uint n = 1;\n    n += 2;\n    f(n);\n}\n";
    String twice = "void main() {\n    T a = make(1);\n    a = turn(a, a);\n}\n";
    for (String glsl : new String[] {counted, twice}) {
      assertEquals(
          ExpressionReducer.of(glsl).stream().filter(text -> !text.equals(glsl)).count(), 0, glsl);
    }
  }
}
