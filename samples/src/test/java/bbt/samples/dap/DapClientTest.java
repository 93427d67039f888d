package bbt.samples.dap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A session with the client that VS Code's authors test debug adapters with, by a port and by
 * standard input and output: forwards and backwards.
 */
@Tag("full")
class DapClientTest {
  private static final Path ROOT = Path.of(System.getProperty("bbt.root"));

  @TempDir private static Path folder;

  @BeforeAll
  static void prepare() throws Exception {
    InProcess.run(
        70, "boot", "panic", "--bb-trace", folder.resolve("panic.bbt") + "", "--console", "none");
    tool(
        "npm",
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--prefix",
        folder.toString(),
        "@vscode/debugadapter-testsupport@1.68.0");
  }

  private static String tool(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }

  /**
   * The session.
   *
   * @param port where the adapter listens; 0: the client starts it, by the command line behind it
   */
  private static List<String> session(int port, String... adapter) throws Exception {
    Path script = folder.resolve("session.js");
    Files.writeString(
        script,
        """
        const { DebugClient } = require('@vscode/debugadapter-testsupport')
        const [port, trace, binary, root, source, runtime, program] = process.argv.slice(2)
        const dc = new DebugClient(runtime || 'none', program || 'none', 'bbt')
        async function stopped(reason) {
          const event = await dc.waitForEvent('stopped', 60000)
          const stack = await dc.stackTraceRequest({ threadId: event.body.threadId })
          const top = stack.body.stackFrames[0]
          console.log(event.body.reason + ': ' + top.name + ' ' + top.source.name + ':' + top.line)
          return top
        }
        async function move(request) {
          const wait = stopped()
          await request
          return wait
        }
        async function main() {
          dc.defaultTimeout = 60000
          await dc.start(+port || undefined)
          const can = await dc.initializeRequest()
          console.log('stepBack ' + can.body.supportsStepBack)
          const ready = dc.waitForEvent('initialized', 60000)
          await dc.launchRequest({ trace, binaries: [binary], sourcePaths: [root] })
          await ready
          const set = await dc.setBreakpointsRequest(
            { source: { path: source }, breakpoints: [{ line: 125 }] })
          console.log('verified ' + set.body.breakpoints[0].verified)
          await move(dc.configurationDoneRequest())
          await move(dc.continueRequest({ threadId: 1 }))
          await move(dc.stepInRequest({ threadId: 1 }))
          await move(dc.nextRequest({ threadId: 1 }))
          await move(dc.stepBackRequest({ threadId: 1 }))
          const top = await move(dc.stepOutRequest({ threadId: 1 }))
          const scopes = await dc.scopesRequest({ frameId: top.id })
          const locals = scopes.body.scopes.find(s => s.name === 'Locals')
          const all = await dc.variablesRequest({ variablesReference: locals.variablesReference })
          console.log(all.body.variables.map(v => v.name).sort().join(' '))
          await move(dc.reverseContinueRequest({ threadId: 1 }))
          await move(dc.reverseContinueRequest({ threadId: 1 }))
          await dc.stop()
        }
        main().then(() => process.exit(0), e => { console.log('failed: ' + e); process.exit(1) })
        """);
    String[] command = {
      "node",
      script.toString(),
      Integer.toString(port),
      folder.resolve("panic.bbt").toString(),
      ROOT.resolve("samples/src/main/resources/bbt/samples/panic.elf").toString(),
      ROOT.toString(),
      ROOT.resolve("samples/src/guest/panic/panic.c").toString()
    };
    String[] all = java.util.Arrays.copyOf(command, command.length + adapter.length);
    System.arraycopy(adapter, 0, all, command.length, adapter.length);
    return tool(all).lines().toList();
  }

  private static final List<String> EXPECTED =
      List.of(
          "stepBack true",
          "verified true",
          "entry: _start entry.S:6",
          "breakpoint: kernel_main panic.c:125",
          "step: receive panic.c:94",
          "step: receive panic.c:93",
          "step: receive panic.c:94",
          "step: kernel_main panic.c:126",
          "number packet sum",
          "breakpoint: kernel_main panic.c:125",
          "start: _start entry.S:6");

  @Test
  void byPort() throws Exception {
    Process server = Bbt.command("dap", "--port", "0").start();
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(server.getErrorStream(), StandardCharsets.UTF_8))) {
      String line = err.readLine();
      assertTrue(line.matches("bbt: waiting for an editor at 127.0.0.1:\\d+; Ctrl-C ends"), line);
      int port = Integer.parseInt(line.replaceAll(".*:(\\d+);.*", "$1"));
      assertEquals(EXPECTED, session(port));
      assertEquals(EXPECTED, session(port), "the next editor finds a server, too");
    } finally {
      server.destroyForcibly();
    }
  }

  /** The client takes one program and its argument: a script stands for the command line. */
  @Test
  void byStandardInput() throws Exception {
    Path script = folder.resolve("bbt-dap");
    StringBuilder line = new StringBuilder("exec");
    for (String word : Bbt.command("dap").command()) {
      line.append(" '").append(word).append("'");
    }
    Files.writeString(script, line + "\n");
    assertEquals(EXPECTED, session(0, "sh", script.toString()));
  }
}
