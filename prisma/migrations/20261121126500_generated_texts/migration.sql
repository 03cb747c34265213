-- CreateTable
CREATE TABLE "generated_texts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "content" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "generated_texts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "generated_texts_user_id_idx" ON "generated_texts"("user_id");

-- CreateIndex
CREATE INDEX "generated_texts_created_at_idx" ON "generated_texts"("created_at");

-- AddForeignKey
ALTER TABLE "generated_texts" ADD CONSTRAINT "generated_texts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

