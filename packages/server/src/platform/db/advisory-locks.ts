/** Fixed numbers that processes of one installation lock in the database; the values mean nothing. */

/** Held while the database is made ready: processes that start at once wait for each other. */
export const PREPARE_LOCK = 7_439_116_020

/** Held by a backup; whoever removes file contents takes it shared and leaves them alone while it is held. */
export const KEEP_FILES_LOCK = 7_439_116_030

/** Held while a process sees to it that the demo products are made once. */
export const DEMO_LOCK = 7_439_116_040
