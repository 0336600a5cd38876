/** The maximum numbers of routines and folders of a user. */
export const maxRoutines = 200
export const maxFolders = 50
