/** How far a contact has come with the company. */
export const lifecycleStages = ['lead', 'qualified', 'customer', 'inactive'] as const
export type LifecycleStage = (typeof lifecycleStages)[number]
