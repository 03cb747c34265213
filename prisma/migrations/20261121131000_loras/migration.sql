-- CreateTable
CREATE TABLE "loras" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "client_key" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "trigger_word" TEXT NOT NULL DEFAULT '',
    "steps" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "job_id" UUID,
    "rights_confirmed_at" TIMESTAMPTZ(3),
    "provider_model" TEXT,
    "provider_training" TEXT,
    "training_seconds" DOUBLE PRECISION,
    "provider_version" TEXT,
    "log_tail" TEXT NOT NULL DEFAULT '',
    "weights_bytes" BIGINT,
    "trained_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "loras_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lora_images" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "lora_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "stored_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "caption" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lora_images_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lora_leftovers" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "provider_model" TEXT,
    "provider_training" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lora_leftovers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "loras_job_id_key" ON "loras"("job_id");

-- CreateIndex
CREATE INDEX "loras_user_id_id_idx" ON "loras"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "loras_user_id_client_key_key" ON "loras"("user_id", "client_key");

-- CreateIndex
CREATE INDEX "lora_images_lora_id_id_idx" ON "lora_images"("lora_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lora_images_lora_id_sha256_key" ON "lora_images"("lora_id", "sha256");

-- CreateIndex
CREATE INDEX "lora_leftovers_next_try_at_idx" ON "lora_leftovers"("next_try_at");

-- AddForeignKey
ALTER TABLE "loras" ADD CONSTRAINT "loras_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "loras" ADD CONSTRAINT "loras_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "media_jobs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lora_images" ADD CONSTRAINT "lora_images_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lora_images" ADD CONSTRAINT "lora_images_lora_id_fkey" FOREIGN KEY ("lora_id") REFERENCES "loras"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The quota adds up one user's bytes, from the index alone.
CREATE INDEX "lora_images_storage" ON "lora_images" ("user_id") INCLUDE ("stored_bytes");
-- Pictures made with a LoRA, the newest first.
CREATE INDEX "media_jobs_lora" ON "media_jobs" ("user_id", ("request" ->> 'loraId'), "id" DESC)
  WHERE "kind" = 'image' AND "request" ->> 'loraId' IS NOT NULL;

-- However a LoRA goes, with its owner's account too, its files and the provider's private model must go after it.
CREATE FUNCTION leave_lora_behind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lora_leftovers (id, user_id, provider_model, provider_training)
  VALUES (OLD.id, OLD.user_id, OLD.provider_model, OLD.provider_training)
  ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER leave_lora_behind AFTER DELETE ON "loras" FOR EACH ROW EXECUTE FUNCTION leave_lora_behind();
