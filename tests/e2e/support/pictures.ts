import type { Page } from '@playwright/test';

/** A difference of one colour channel, of 255, that smoothed edges rarely reach and a changed colour always does. */
const VISIBLE_DIFFERENCE = 64;

/**
 * Counts the pixels of two PNG pictures that a user sees as different. Pictures of different sizes differ in all
 * pixels of the first one. An empty page of the browser decodes them, because the content security policy of the app
 * forbids that on its pages.
 */
export async function countDifferentPixels(page: Page, first: Buffer, second: Buffer): Promise<number> {
  if (first.equals(second)) return 0;
  const decoder = await page.context().newPage();
  try {
    return await decoder.evaluate(
      async ({ pictures, visible }) => {
        const decode = async (base64: string) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          if (!context) throw new Error('The browser has no canvas');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        };
        const [one, two] = await Promise.all(pictures.map(decode));
        if (!one || !two) throw new Error('A picture is missing');
        if (one.width !== two.width || one.height !== two.height) return one.width * one.height;
        let different = 0;
        for (let pixel = 0; pixel < one.data.length; pixel += 4) {
          const isDifferent = [0, 1, 2].some(
            (channel) =>
              Math.abs((one.data[pixel + channel] ?? 0) - (two.data[pixel + channel] ?? 0)) > visible,
          );
          if (isDifferent) different += 1;
        }
        return different;
      },
      { pictures: [first.toString('base64'), second.toString('base64')], visible: VISIBLE_DIFFERENCE },
    );
  } finally {
    await decoder.close();
  }
}
