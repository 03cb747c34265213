-- CreateTable
CREATE TABLE "provider_settings" (
    "purpose" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "secret" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_settings_pkey" PRIMARY KEY ("purpose")
);
