/** A call id or session id: what may be part of a path of the store. */
export const ID_SHAPE = /^[0-9a-f]{16}$/;
