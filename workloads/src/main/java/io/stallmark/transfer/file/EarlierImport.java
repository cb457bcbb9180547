package io.stallmark.transfer.file;

/** What an earlier, interrupted import has done with the batches of files. Thread-safe. */
public interface EarlierImport {

  /** No earlier import. */
  EarlierImport NONE =
      new EarlierImport() {
        @Override
        public int length(String file, long document) {
          return 0;
        }

        @Override
        public long next(String file, long document) {
          return Long.MAX_VALUE;
        }

        @Override
        public boolean isDone(String file, long document) {
          return false;
        }

        @Override
        public boolean isUncertain(String file, long document) {
          return false;
        }
      };

  /** Number of documents of the batch that began at this document; 0: none did. */
  int length(String file, long document);

  /** First document after this one at which a batch began; {@code Long.MAX_VALUE}: none. */
  long next(String file, long document);

  /** Whether the batch that began at this document was imported. */
  boolean isDone(String file, long document);

  /** Whether it is not known if the batch that began at this document was imported. */
  boolean isUncertain(String file, long document);
}
