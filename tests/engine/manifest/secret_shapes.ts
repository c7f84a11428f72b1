/**
 * Made-up secrets, each in another shape: a notation, or the form of a vendor's keys. Values are made when they are
 * needed, so that no file of this repository has anything in it that looks like a secret.
 * @module
 */
import { ASSIGNMENT_SHAPES } from "./shapes/assignment_shapes.ts";
import { INDIRECT_SHAPES } from "./shapes/indirect_shapes.ts";
import { PASSWORD_SHAPES } from "./shapes/password_shapes.ts";
import { VENDOR_SHAPES } from "./shapes/vendor_shapes.ts";

/** All shapes. */
export const SECRET_SHAPES = [...ASSIGNMENT_SHAPES, ...INDIRECT_SHAPES, ...VENDOR_SHAPES, ...PASSWORD_SHAPES];
