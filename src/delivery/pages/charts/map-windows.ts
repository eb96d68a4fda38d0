interface MapFrame {
  /** Scale of the Natural Earth shapes: 1 to 110 or 50 million. */
  readonly resolution: '110m' | '50m';
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly width: number;
}

/** Plate carrée is undistorted at this parallel, the middle of the area. */
export const MAP_PARALLEL = 30;

export const MAP_WINDOWS = {
  world: { resolution: '110m', west: -19, east: 129, south: -6, north: 61, width: 820 },
  // Gaza, Israel, Lebanon and Syria are within 16 px of each other on the world map.
  levant: { resolution: '50m', west: 33.2, east: 37.6, south: 30.6, north: 34.9, width: 170 },
} as const satisfies Record<string, MapFrame>;

export type MapWindow = keyof typeof MAP_WINDOWS;
