/**
 * The oldest browsers that run the app, as the README names them. The sentence for older ones in index.html appears
 * where two features are missing that these browsers were the first to have.
 */
export const BROWSER_TARGET = ['chrome111', 'edge111', 'firefox121', 'safari16.4'];
