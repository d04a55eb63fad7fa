/** Where the background tasks are kept; whoever starts one makes them be read again. */
export const tasksKey = ['tasks'] as const
