package io.stallmark.linkbench.load;

import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.LinkContent;
import io.stallmark.linkbench.data.NodeContent;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.List;

/** Writes pieces in key order, one link type after another. Not thread-safe. */
final class GraphWriter {

  private final GraphShape graph;
  private final LinkContent link;
  private final NodeContent node;
  private final InsertBatch links;
  private final InsertBatch counts;
  private final InsertBatch nodes;

  private GraphWriter(SocialGraph social, Session session, int batch, Form form)
      throws DbException {
    graph = social.graph();
    link = social.linkContent();
    node = social.nodeContent();
    links = new InsertBatch(session, social.links().load(batch, form));
    counts = new InsertBatch(session, social.links().loadCounts(batch, form));
    nodes = new InsertBatch(session, social.nodes().load(batch, form));
  }

  /**
   * Creates a writer for tables that contain none of the rows.
   *
   * @param batch rows per insert
   * @param fastest whether to use bulk inserts, or else a stream, if the database supports them;
   *     both cost the server less than inserts as text
   */
  static GraphWriter ofAll(SocialGraph social, Session session, int batch, boolean fastest)
      throws DbException {
    List<Form> forms = fastest ? List.of(Form.BULK, Form.STREAM) : List.of();
    return new GraphWriter(social, session, batch, accepted(forms, Form.PLAIN, social, session));
  }

  /**
   * Creates a writer that skips existing rows. Seed and settings alone determine the content of a
   * row, so an existing row is the right one.
   */
  static GraphWriter ofTheMissing(SocialGraph social, Session session, int batch)
      throws DbException {
    Form form = accepted(List.of(Form.IGNORE), Form.UNORDERED, social, session);
    return new GraphWriter(social, session, batch, form);
  }

  /** Returns the first form that the database accepts, or {@code last} if it accepts none. */
  private static Form accepted(List<Form> forms, Form last, SocialGraph social, Session session)
      throws DbException {
    for (Form form : forms) {
      if (session.accepts(social.links().load(1, form))) {
        return form;
      }
    }
    return last;
  }

  void write(LoadPiece piece) throws DbException {
    links.clear();
    counts.clear();
    nodes.clear();
    if (piece instanceof LoadPiece.Links ids) {
      write(ids);
    } else if (piece instanceof LoadPiece.Nodes ids) {
      write(ids);
    } else {
      write((LoadPiece.Segment) piece);
    }
  }

  private void write(LoadPiece.Segment segment) throws DbException {
    for (long i = segment.from(); i < segment.to(); i++) {
      write(segment.id(), segment.type(), i);
    }
    links.flush();
  }

  private void write(LoadPiece.Links ids) throws DbException {
    for (int type = 0; type < graph.types(); type++) {
      for (long id = ids.first(); id <= ids.last(); id++) {
        long size = graph.links(id, type);
        for (long i = 0; i < size && !LoadPieces.isLong(size); i++) {
          write(id, type, i);
        }
      }
    }
    links.flush();
  }

  private void write(LoadPiece.Nodes ids) throws DbException {
    for (long id = ids.first(); id <= ids.last(); id++) {
      for (int type = 0; type < graph.types(); type++) {
        long size = graph.links(id, type);
        if (size > 0) {
          writeCount(id, type, size);
        }
      }
    }
    counts.flush();
    for (long id = ids.first(); id <= ids.last(); id++) {
      writeNode(id);
    }
    nodes.flush();
  }

  private void writeCount(long id, int type, long size) throws DbException {
    long latest = 0;
    for (long i = 0; i < size; i++) {
      link.turnTo(id, type, i);
      latest = Math.max(latest, link.time());
    }
    counts.row().set(0, id).set(1, GraphTables.FIRST_LINK_TYPE + type).set(2, size).set(3, latest);
  }

  private void write(long id, int type, long i) throws DbException {
    link.turnTo(id, type, i);
    Args row =
        links
            .row()
            .set(0, GraphTables.FIRST_LINK_TYPE + type)
            .set(1, id)
            .set(2, link.id2())
            .set(3, link.time());
    link.data(row.bytes(4, link.length()));
    row.length(4, link.length());
  }

  private void writeNode(long id) throws DbException {
    node.turnTo(id);
    Args row = nodes.row().set(0, SocialGraph.NODES_LOADED_AT).set(2, id);
    node.data(row.bytes(1, node.length()));
    row.length(1, node.length());
  }
}
