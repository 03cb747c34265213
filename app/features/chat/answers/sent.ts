/** A question, and the answer that it gets. */
export interface Sent {
  conversationId: string;
  questionId: string;
  /** The answer's message, and its generation. */
  answerId: string;
}
