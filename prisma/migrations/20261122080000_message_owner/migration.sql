-- Whose a message is, is whose its conversation is. One key says so, where two were checked for each message before.
CREATE UNIQUE INDEX "conversations_id_user_id_key" ON "conversations"("id", "user_id");
ALTER TABLE "messages" DROP CONSTRAINT "messages_user_id_fkey";
ALTER TABLE "messages" DROP CONSTRAINT "messages_conversation_id_fkey";
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_user_id_fkey"
  FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversations"("id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
