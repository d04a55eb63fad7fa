export { type MoveOutcome, moveUse } from './actions/move.ts'
export { connectDemoSystems, type DemoSystem } from './demo.ts'
