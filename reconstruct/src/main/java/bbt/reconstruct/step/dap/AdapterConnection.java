package bbt.reconstruct.step.dap;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.debug.OutputEventArguments;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageProducer;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.debug.DebugLauncher;
import org.eclipse.lsp4j.jsonrpc.json.ConcurrentMessageProcessor;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;

/** Serves an editor at a pair of streams, from its first message to its last. */
public final class AdapterConnection {
  /** LSP4J logs stack traces of what editors do wrong; the editor is told in its own way. */
  private static final Logger QUIET = Logger.getLogger("org.eclipse.lsp4j");

  private final InputStream in;
  private final OutputStream out;
  private final TraceOpener opener;
  private final CountDownLatch over = new CountDownLatch(1);

  /** Creates the connection; the streams stay open. */
  public AdapterConnection(InputStream in, OutputStream out, TraceOpener opener) {
    this.opener = opener;
    this.in = in;
    this.out = out;
  }

  /** Serves the editor until it disconnects, or its stream ends. */
  public void serve() throws InterruptedException {
    QUIET.setLevel(Level.OFF);
    RequestQueue queue = new RequestQueue();
    try (DebugAdapter adapter = new DebugAdapter(queue, opener, over::countDown)) {
      Launcher<IDebugProtocolClient> launcher = new Builder(adapter, queue).create();
      adapter.connect(launcher.getRemoteProxy());
      Thread.ofPlatform().daemon().name("dap-reader").start(() -> listen(launcher));
      try {
        over.await();
      } finally {
        adapter.hangUp();
        queue.close();
      }
    }
  }

  private void listen(Launcher<IDebugProtocolClient> launcher) {
    try {
      launcher.startListening().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException e) {
      // nothing can be read or written any more
    } finally {
      over.countDown();
    }
  }

  /** Puts together what LSP4J needs, with our own reader and order of answers. */
  private final class Builder extends DebugLauncher.Builder<IDebugProtocolClient> {
    private final RequestQueue queue;
    private MessageJsonHandler json;
    private RemoteEndpoint endpoint;

    Builder(DebugAdapter adapter, RequestQueue queue) {
      this.queue = queue;
      setLocalService(adapter);
      setRemoteInterface(IDebugProtocolClient.class);
      setInput(in);
      setOutput(out);
      setExceptionHandler(DebugAdapter::error);
    }

    @Override
    protected MessageJsonHandler createJsonHandler() {
      json = super.createJsonHandler();
      return json;
    }

    @Override
    protected RemoteEndpoint createRemoteEndpoint(MessageJsonHandler handler) {
      endpoint = super.createRemoteEndpoint(handler);
      return endpoint;
    }

    @Override
    protected ConcurrentMessageProcessor createMessageProcessor(
        MessageProducer unused, MessageConsumer consumer, IDebugProtocolClient client) {
      MessageConsumer inOrder =
          message -> {
            try {
              consumer.consume(message);
            } finally {
              queue.release();
            }
          };
      MessageReader reader =
          new MessageReader(
              in,
              json,
              endpoint,
              line -> {
                OutputEventArguments complaint = new OutputEventArguments();
                complaint.setCategory("stderr");
                complaint.setOutput("bbt: " + line + "\n");
                client.output(complaint);
              });
      return new ConcurrentMessageProcessor(reader, inOrder);
    }
  }
}
