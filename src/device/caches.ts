/** The caches of the worker: viewed map tiles, code and data of maps, and account data, which a log-out deletes. */
export const TILE_CACHE = 'tiles';
export const MAP_CODE_CACHE = 'map-files';
export const PRIVATE_CACHE = 'private-responses';
/** The message with which a page asks the service worker to fetch files of the app that are no longer cached. */
export const RESTORE_FILES = 'RESTORE_FILES';
