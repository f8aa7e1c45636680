// Pushes crews, races, a draw and results, with .NET 10, .NET Framework 4.7.2 or newer, or Mono. It can be run as often
// as you like: what is there already stays as it is.
//
//     RUNNING_ORDER_URL=http://127.0.0.1:8080 RUNNING_ORDER_KEY=ro_… RUNNING_ORDER_EVENT=1 dotnet run Push.cs
//
// A project for .NET Framework refers to System.Net.Http and System.Runtime.Serialization.
using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Threading.Tasks;

// The names are those of the service.
public class Schedule { public string[] laneScheme = { }; }
public class Team { public string externalId = "", name = ""; }
public class Race { public string externalId = "", title = "", scheduledAt = ""; public int raceNumber; }
public class Entry { public int position; public string teamExternalId = ""; }
public class Result { public int position, finishTimeMillis, penaltyMillis; }

// The properties of the answer that this program reads.
public class RaceAnswer { public LaneAnswer[] lanes = { }; }
public class LaneAnswer { public int? finishPlace; public string teamName = ""; }

public static class Push
{
    const int Attempts = 4;
    static readonly int[] Retried = { 408, 429, 500, 502, 503, 504 };
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
    static readonly Random Jitter = new Random();

    public static void Main()
    {
        PushAll().GetAwaiter().GetResult();
    }

    static async Task PushAll()
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        Http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Setting("RUNNING_ORDER_KEY"));
        Http.DefaultRequestHeaders.UserAgent.ParseAdd("PushExample/1.0");

        await Send("POST", "/schedule", new Schedule { laneScheme = new[] { "1", "2", "3", "4" } });
        await Send("PUT", "/teams", new[]
        {
            new Team { externalId = "crew-1", name = "Quayside" },
            new Team { externalId = "crew-2", name = "St. Mary's Ü" },
        });
        await Send("PUT", "/races", new[]
        {
            new Race
            {
                externalId = "W4x Heat 1", raceNumber = 901, title = "Women 4x, Heat 1",
                scheduledAt = "2026-06-13T09:00:00+02:00",
            },
        });
        var race = "/races/" + Uri.EscapeDataString("W4x Heat 1");
        await Send("PUT", race + "/entries", new[]
        {
            new Entry { position = 2, teamExternalId = "crew-1" },
            new Entry { position = 3, teamExternalId = "crew-2" },
        });
        var answer = await Send("PUT", race + "/results", new[]
        {
            new Result { position = 2, finishTimeMillis = 402700 },
            new Result { position = 3, finishTimeMillis = 399500, penaltyMillis = 5000 },
        });
        foreach (var lane in Read<RaceAnswer>(answer).lanes)
        {
            Console.WriteLine($"{lane.finishPlace} {lane.teamName}");
        }
    }

    static string Setting(string name)
    {
        return Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException($"{name} is not set.");
    }

    // Sends JSON, and retries after errors that may pass. Returns the body of the answer.
    static async Task<byte[]> Send(string method, string path, object body)
    {
        var address = $"{Setting("RUNNING_ORDER_URL")}/v1/events/{Setting("RUNNING_ORDER_EVENT")}{path}";
        var requestId = Guid.NewGuid().ToString();
        for (var attempt = 1; ; attempt++)
        {
            var wait = TimeSpan.FromSeconds(Jitter.NextDouble() * Math.Pow(2, attempt));
            try
            {
                using (var request = new HttpRequestMessage(new HttpMethod(method), address))
                {
                    request.Headers.Add("X-Request-Id", requestId);
                    request.Content = new ByteArrayContent(Write(body));
                    request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
                    using (var response = await Http.SendAsync(request))
                    {
                        var answer = await response.Content.ReadAsByteArrayAsync();
                        if (response.IsSuccessStatusCode) return answer;
                        if (!Retried.Contains((int)response.StatusCode) || attempt == Attempts)
                        {
                            throw new InvalidOperationException(Encoding.UTF8.GetString(answer));
                        }
                        wait = response.Headers.RetryAfter?.Delta ?? wait;
                    }
                }
            }
            catch (Exception error) when (error is HttpRequestException || error is TaskCanceledException)
            {
                if (attempt == Attempts) throw;
            }
            await Task.Delay(wait);
        }
    }

    static byte[] Write(object body)
    {
        using (var stream = new MemoryStream())
        {
            new DataContractJsonSerializer(body.GetType()).WriteObject(stream, body);
            return stream.ToArray();
        }
    }

    static T Read<T>(byte[] json)
    {
        using (var stream = new MemoryStream(json))
        {
            return (T)new DataContractJsonSerializer(typeof(T)).ReadObject(stream);
        }
    }
}
