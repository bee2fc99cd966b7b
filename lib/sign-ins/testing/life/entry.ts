/** A process of Amber's that a test starts, asks and kills: bundled by it, and run by node itself. */
import { answerOrders } from './answer-orders';

await answerOrders();
