/** Time for the browser to begin the download before its source is released. */
const RELEASE_AFTER_MS = 60_000;

/** Saves a text as a file, as if the user had followed a download link. */
export function downloadFile(name: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER_MS);
}
