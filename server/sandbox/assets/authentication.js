/** Tells stripe.js, in the page around this frame, that the customer has answered the bank's question. */
window.parent.postMessage({ kind: 'sandbox-authenticated' }, '*');
