// The footprint layer's public face.
export * from "./effects.ts";
