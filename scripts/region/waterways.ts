import type { Position } from './encode.ts';

/**
 * The Liffey and the two canals of Dublin. They were drawn manually and are accurate to a few hundred metres, like the
 * sample of streets. They help people to recognise the city on a map without tiles.
 */
const LIFFEY: readonly Position[] = [
  [-6.489, 53.366],
  [-6.448, 53.358],
  [-6.43, 53.3595],
  [-6.405, 53.365],
  [-6.385, 53.366],
  [-6.37, 53.362],
  [-6.357, 53.355],
  [-6.344, 53.349],
  [-6.325, 53.3465],
  [-6.308, 53.3468],
  [-6.2925, 53.3475],
  [-6.28, 53.3463],
  [-6.2735, 53.3453],
  [-6.2631, 53.3463],
  [-6.2591, 53.3471],
  [-6.2535, 53.3479],
  [-6.2415, 53.3468],
  [-6.227, 53.3457],
  [-6.205, 53.3442],
];
const GRAND_CANAL: readonly Position[] = [
  [-6.42, 53.3165],
  [-6.395, 53.323],
  [-6.35, 53.329],
  [-6.32, 53.3335],
  [-6.305, 53.3355],
  [-6.2905, 53.333],
  [-6.276, 53.3302],
  [-6.265, 53.3303],
  [-6.259, 53.3307],
  [-6.252, 53.332],
  [-6.245, 53.3337],
  [-6.2375, 53.3377],
  [-6.236, 53.3415],
  [-6.2315, 53.344],
  [-6.2305, 53.346],
];
const ROYAL_CANAL: readonly Position[] = [
  [-6.424, 53.3835],
  [-6.391, 53.378],
  [-6.331, 53.3755],
  [-6.2995, 53.3727],
  [-6.2735, 53.3637],
  [-6.259, 53.3625],
  [-6.25, 53.3605],
  [-6.243, 53.357],
  [-6.242, 53.35],
  [-6.2405, 53.3473],
];

export const WATERWAYS: readonly (readonly Position[])[] = [LIFFEY, GRAND_CANAL, ROYAL_CANAL];
