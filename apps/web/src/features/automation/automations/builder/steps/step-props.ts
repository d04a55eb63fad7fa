import type { NodeKind, NodeOf } from '@recado/contracts/automation/automation-graph'

/** A step of one kind, and what it becomes. */
export type StepProps<K extends NodeKind> = { node: NodeOf<K>; onChange: (node: NodeOf<K>) => void }
