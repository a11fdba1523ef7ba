// Properties are tried with the same values in every run, so that a failure is one of the change at hand. Other values:
// `PROPERTY_SEED=$RANDOM npm test`. A failure prints its seed and path.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20_261_201) });
