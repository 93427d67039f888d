/**
 * Connects the guest's network card to a gateway in this process, which leads to chosen ports of
 * the host.
 *
 * <p>Enters: Ethernet frames from the guest, bytes from the host's sockets. Leaves: the same the
 * other way round.
 *
 * <p>The gateway answers ARP (RFC 826), DHCP (RFC 2131) and ping (RFC 792), and passes TCP
 * connections (RFC 9293) that the guest opens to it on to the same port of the host's loopback
 * interface. Nothing listens on the host, so nothing outside can reach the guest, and the guest
 * reaches nothing but servers on the host's loopback.
 *
 * <p>Glossary: the <em>segment</em> is the virtual Ethernet that guest and gateway share; the
 * <em>outside</em> is the host's side of the passed-on connections, whose answers are input to the
 * run and are logged as such (docs/determinism.md 10).
 */
package bbt.translator.net;
