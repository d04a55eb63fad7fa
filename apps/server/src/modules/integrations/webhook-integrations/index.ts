export { connectDemoSystems, type DemoSystem } from './demo.ts'
