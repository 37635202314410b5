import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/** Makes a JDK's cacerts of certificates in PEM: TrustStore.java CERTIFICATES CACERTS. */
public final class TrustStore {

  private TrustStore() {}

  public static void main(String[] arguments) throws Exception {
    // A JDK reads its own store without a password, which this type allows.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
      int number = 0;
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + number++, one);
      }
    }
    try (var out = Files.newOutputStream(Path.of(arguments[1]))) {
      store.store(out, "changeit".toCharArray());
    }
  }
}
