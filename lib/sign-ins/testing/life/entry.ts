/** A process of Amber that a test starts, gives orders and kills: bundled by the test, and run by node itself. */
import { answerOrders } from './answer-orders';

await answerOrders();
