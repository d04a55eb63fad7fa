export * from './integrations.ts'
export { listLogs } from './logs.ts'
export { listOptions } from './options.ts'
export { previewStep } from './previews.ts'
export { countBacklog, countByDay, countFailedRuns } from './queries/counts.ts'
export {
  cancelRun,
  listRuns,
  loadRun,
  repeatRun,
  showRun,
  type Triggered,
  testWorkflow,
  type WorkflowTest,
} from './runs.ts'
export { listSubscribers, showSubscriber } from './subscribers.ts'
export { workflowDetail, workflowSummaries } from './workflow-view.ts'
export {
  createWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  listVersions,
  listWorkflows,
  loadWorkflow,
  restoreVersion,
  setWorkflowStatus,
  updateWorkflow,
  type WorkflowRow,
} from './workflows.ts'
