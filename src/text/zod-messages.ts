import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

// zod/mini has no messages of its own: "Invalid input" does not say what was expected.
z.config(en());
