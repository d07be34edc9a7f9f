import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

/** Files that share a process must not see each other's databases. */
globalThis.indexedDB = new IDBFactory();
